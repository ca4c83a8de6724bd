import type { Deps } from "../../deps.ts";
import { findChoices } from "../../store/notifications/notification-choices.ts";
import { countCall } from "../call-limit.ts";
import { choicesOf } from "../notifications/recipients.ts";
import type { Language } from "../notifications/words.ts";
import { nameInEmail } from "./name-in-email.ts";

/** The language that a user has chosen for notifications. */
export async function languageOf({ db }: Pick<Deps, "db">, userId: string): Promise<Language> {
  return choicesOf((await findChoices(db, userId))?.choices ?? null).language;
}

type Text = { subject: string; text: string };

/** E-mails that one workspace, and one person in all their workspaces, may cause within an hour. */
const maxEmailsPerHour = 30;

/** Counts an e-mail that a member causes. Throws if there were too many: the mail server is the operator's. */
export async function countEmail(
  deps: Pick<Deps, "db">,
  { workspaceId, userId }: { workspaceId: number; userId: string },
): Promise<void> {
  for (const key of [`e-mail of workspace ${workspaceId}`, `e-mail of user ${userId}`])
    await countCall(deps, { key, max: maxEmailsPerHour, windowSeconds: 3600 });
}

/**
 * E-mails about logins. Each says what to do for a reader who did not expect it. Subjects hold nothing that a person
 * wrote, and names hold no addresses, so that nobody can write to strangers in the operator's name.
 */
export const emailTexts: Record<
  Language,
  {
    reset: (given: { link: string; host: string }) => Text;
    wasReset: (given: { host: string }) => Text;
    secondFactorRemoved: (given: { host: string; by: string }) => Text;
    invitation: (given: { link: string; workspace: string; by: string }) => Text;
  }
> = {
  en: {
    reset: ({ link, host }) => ({
      subject: "A new password for Banter",
      text: `Somebody asked for a new password for your login at ${host}. This link lets you choose one. It works once, within an hour:

${link}

If that was not you, ignore this e-mail: your password stays as it is.
`,
    }),
    wasReset: ({ host }) => ({
      subject: "Your password was changed",
      text: `Your login at ${host} has a new password, chosen by a link. You are logged out everywhere.

If that was not you, tell an owner of your workspace at once.
`,
    }),
    secondFactorRemoved: ({ host, by }) => ({
      subject: "Two-factor login was turned off",
      text: `${nameInEmail(by)} has turned off two-factor login for you at ${host}. Log in with your password, then turn it on again in your profile.

If you did not ask for this, tell an owner of your workspace.
`,
    }),
    invitation: ({ link, workspace, by }) => ({
      subject: "You are invited to Banter",
      text: `${nameInEmail(by)} invites you to work on the pages of “${nameInEmail(workspace)}” in Banter. This link lets you in, once, within seven days:

${link}

If you do not know this person, ignore this e-mail.
`,
    }),
  },
  vi: {
    reset: ({ link, host }) => ({
      subject: "Mật khẩu mới cho Banter",
      text: `Có người yêu cầu mật khẩu mới cho tài khoản của bạn tại ${host}. Liên kết này cho phép bạn đặt mật khẩu mới. Nó dùng được một lần, trong vòng một giờ:

${link}

Nếu không phải bạn, hãy bỏ qua e-mail này: mật khẩu của bạn vẫn giữ nguyên.
`,
    }),
    wasReset: ({ host }) => ({
      subject: "Mật khẩu của bạn đã được đổi",
      text: `Tài khoản của bạn tại ${host} có mật khẩu mới, được đặt qua liên kết. Bạn đã bị đăng xuất ở mọi nơi.

Nếu không phải bạn, hãy báo ngay cho chủ sở hữu không gian làm việc.
`,
    }),
    secondFactorRemoved: ({ host, by }) => ({
      subject: "Đăng nhập hai lớp đã tắt",
      text: `${nameInEmail(by)} đã tắt đăng nhập hai lớp của bạn tại ${host}. Hãy đăng nhập bằng mật khẩu, rồi bật lại trong hồ sơ.

Nếu bạn không yêu cầu việc này, hãy báo cho chủ sở hữu không gian làm việc.
`,
    }),
    invitation: ({ link, workspace, by }) => ({
      subject: "Bạn được mời vào Banter",
      text: `${nameInEmail(by)} mời bạn làm việc trên các trang của “${nameInEmail(workspace)}” trong Banter. Liên kết này cho bạn vào, một lần, trong vòng bảy ngày:

${link}

Nếu bạn không biết người này, hãy bỏ qua e-mail này.
`,
    }),
  },
};
