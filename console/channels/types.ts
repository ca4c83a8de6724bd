/** The console's words for a channel. Where an optional one is missing, words for any channel are shown instead. */
export type ChannelWords = {
  /** The first step of connecting: where to find what is asked for, with the address of that place. */
  entry?: { where: string; link: string; url: string };
  /** Labels of the channel's settings, by the setting's name. */
  setting?: Record<string, string>;
  settingHelp?: Record<string, string>;
  /** Said of an entered value that cannot be right. */
  settingFault?: Record<string, string>;
  settingChoice?: Record<string, Record<string, string>>;
  /** Settings with words that customers read, for a bot that speaks the language. In English they are the standard. */
  said?: Record<string, string>;
  /** The work that is left at the platform after connecting: an overview, the steps, help for both addresses. */
  webhook?: { help: string; open?: string; enter?: string; subscribe?: string; own?: string; app?: string };
  /** The effect of a link that opens the chat, and the reason why there is none yet. */
  linkNote?: string;
  noLink?: string;
  iceHelp?: string;
  menuHelp?: string;
};

export type TranslatedWords = { en: ChannelWords; vi: ChannelWords };
