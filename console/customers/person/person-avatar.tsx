import { isContact } from "@banter/core/channels/contact.ts";
import type { ChannelType } from "@banter/core/channels/index.ts";
import type { Called } from "@banter/core/flow/fields/person-name.ts";
import { Avatar } from "@mantine/core";
import { IconAddressBook } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { ChannelIcon } from "../../channels/channel-icon.tsx";
import { lettersOf, lookOf } from "./look.ts";
import "./person-avatar.css";

type Props = {
  person: Called & { picture_url?: string | null };
  channel?: ChannelType;
  size?: number;
  className?: string;
};

/** A person's picture, or coloured letters, with the channel in the corner. The name stands beside it. */
export function PersonAvatar({ person, channel, size = 38, className = "" }: Props) {
  const { light, dark } = lookOf(person.psid);
  const colours = {
    "--person-ink": `light-dark(${light[0]}, ${dark[0]})`,
    "--person-ground": `light-dark(${light[1]}, ${dark[1]})`,
  } as CSSProperties;
  return (
    <span className={`person-avatar ${className}`} style={colours} aria-hidden>
      <Avatar
        src={person.picture_url}
        size={size}
        imageProps={{ referrerPolicy: "no-referrer", loading: "lazy" }}
        classNames={{ placeholder: "person-letters" }}
      >
        {lettersOf(person)}
      </Avatar>
      <Badge psid={person.psid} channel={channel} />
    </span>
  );
}

/** A contact has no channel yet. */
function Badge({ psid, channel }: { psid: string; channel: ChannelType | undefined }) {
  if (isContact(psid))
    return (
      <span className="person-badge">
        <IconAddressBook size={11} stroke={2} />
      </span>
    );
  return (
    channel && (
      <span className="person-badge">
        <ChannelIcon channel={channel} size={11} />
      </span>
    )
  );
}
