import { addWords } from "../../words.ts";
import * as words from "./words.ts";

// Few screens have texts with variables, so the words come with the first component that uses them.
addWords("writing", words);
