import {
  IconCircleDashed,
  IconClipboardList,
  IconCreditCard,
  IconExternalLink,
  IconShoppingCart,
  IconTag,
  IconUserSquare,
} from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isSafeUrl, Media, Place } from "./media.tsx";
import { type Attachment, paidText, priceText } from "./purchase-text.ts";

/** Something that a customer has sent: a file, a place, a contact, a post, an order, the answers of a form. */
export function AttachmentView({ attachment }: { attachment: Attachment }) {
  switch (attachment.type) {
    case "location":
      return <Place {...attachment} />;
    case "contact":
      return <Contact contact={attachment.contact} />;
    case "order":
      return <OrderItems order={attachment.order} />;
    case "payment":
      return <Paid payment={attachment.payment} />;
    case "form":
      return <Answers form={attachment.form} title={attachment.title} />;
    case "share":
    case "story":
    case "product":
      return <Linked attachment={attachment} />;
    default:
      return <Media kind={attachment.type} url={attachment.url} name={attachment.name ?? attachment.title} />;
  }
}

function Block({
  icon: Icon,
  title,
  children,
}: {
  icon: ComponentType<IconProps>;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="bubble-block">
      <p>
        <Icon size={20} aria-hidden /> <strong>{title}</strong>
      </p>
      {children}
    </div>
  );
}

type IconProps = { size: number; "aria-hidden": true };

function Contact({ contact }: Pick<Attachment, "contact">) {
  const { t } = useTranslation("conversations");
  const { name, phones = [], emails = [] } = contact ?? {};
  return (
    <Block icon={IconUserSquare} title={name || t("kinds.contact")}>
      <ul>
        {phones.map((phone) => (
          <li key={phone}>
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}>{phone}</a>
          </li>
        ))}
        {emails.map((email) => (
          <li key={email}>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        ))}
      </ul>
    </Block>
  );
}

function OrderItems({ order }: Pick<Attachment, "order">) {
  const { t, i18n } = useTranslation("conversations");
  const items = order?.items ?? [];
  return (
    <Block icon={IconShoppingCart} title={t("kinds.order")}>
      <ul>
        {items.map(({ product_id, quantity, price, currency }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a product may be in the list twice
          <li key={index}>
            {t("bubble.item", { quantity, product: product_id })}
            {price !== undefined && ` · ${priceText(price, currency, i18n.language)}`}
          </li>
        ))}
      </ul>
    </Block>
  );
}

function Paid({ payment }: Pick<Attachment, "payment">) {
  const { t, i18n } = useTranslation("conversations");
  if (!payment) return null;
  const { amount, charge_id, method, is_refund, invoice } = payment;
  return (
    <Block icon={IconCreditCard} title={t(is_refund ? "bubble.refund" : "kinds.payment")}>
      <ul>
        {amount !== undefined && <li>{paidText(payment, i18n.language)}</li>}
        {method && <li>{method}</li>}
        {invoice && <li>{invoice}</li>}
        {charge_id && <li>{t("bubble.charge", { id: charge_id })}</li>}
      </ul>
    </Block>
  );
}

function Answers({ form, title }: Pick<Attachment, "form" | "title">) {
  const { t } = useTranslation("conversations");
  return (
    <Block icon={IconClipboardList} title={title || t("kinds.form")}>
      <dl>
        {Object.entries(form?.answers ?? {}).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Block>
  );
}

const icons = { share: IconExternalLink, story: IconCircleDashed, product: IconTag };

/** A post, a story or a product: a link where the platform gives one, else its title or id. */
function Linked({ attachment: { type, url, title, id } }: { attachment: Attachment }) {
  const { t } = useTranslation("conversations");
  const Icon = icons[type as keyof typeof icons];
  const words = (
    <>
      <Icon size={20} aria-hidden />
      <span>
        {t(`kinds.${type}`)}
        {(title || (type === "product" && id)) && `: ${title || id}`}
      </span>
    </>
  );
  if (!isSafeUrl(url)) return <div className="bubble-file">{words}</div>;
  return (
    <a className="bubble-file" href={url} target="_blank" rel="noreferrer noopener">
      {words}
    </a>
  );
}
