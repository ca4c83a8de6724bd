import { addWords } from "../words.ts";
import * as words from "./words.ts";

// Two screens need keywords, so their words come with them.
addWords("keywords", words);
