import { addWords } from "../words.ts";
import * as words from "./words.ts";

// Files are needed by a few screens only, so their words come with the first component that uses them.
addWords("media", words);
