import * as words from "../../channels/words.ts";
import { addWords } from "../../words.ts";

// Screens that say more of a channel than its name bring its words along.
addWords("channels", words);
