import type { Db } from "../store/db/db.ts";
import { type Accept, type Mail, type MailStore, mailStore } from "./accept.ts";

/** A node's runner, as far as accepted mail concerns it. */
export type MailRunner = {
  /** Accepts mail of a page that runs here; the commit of its turn stores it. Undefined: store it in the mailbox. */
  acceptDirect(mail: Mail): Promise<{ mailId: number }> | undefined;
  /** Reads the mailbox of these pages soon; claims those that no node runs. */
  wake(pageIds: Iterable<string>): void;
};

export type MailIntake = {
  accept: Accept;
  mailbox: MailStore;
  /** From now on this runner gets the mail of its pages directly and is woken for the rest. */
  join(runner: MailRunner): void;
};

/** Accepts the mail of a node. Until a runner joins, all of it goes through the mailbox table. */
export function mailIntake(db: Db, onStored: (mail: Mail[]) => void): MailIntake {
  let runner: MailRunner | undefined;
  const mailbox = mailStore(db, (pageIds, stored) => {
    onStored(stored);
    runner?.wake(pageIds);
  });
  return {
    mailbox,
    accept: (mail) => runner?.acceptDirect(mail) ?? mailbox.store(mail),
    join(joined) {
      runner = joined;
    },
  };
}
