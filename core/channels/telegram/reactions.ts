/**
 * The emoji that bots can react with, as Telegram writes them.
 * https://core.telegram.org/bots/api#reactiontypeemoji
 */
export const telegramReactions: readonly string[] = [
  ..."👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳",
  "❤‍🔥",
  ..."🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻",
  "👨‍💻",
  ..."👀🎃🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾",
  "🤷‍♂",
  "🤷",
  "🤷‍♀",
  "😡",
];
