import { addWords } from "../words.ts";
import * as words from "./words.ts";

// The screen of tools and the builder need them, so they come with either.
addWords("tools", words);
