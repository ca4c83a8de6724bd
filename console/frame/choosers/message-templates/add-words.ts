import { addWords } from "../../../words.ts";
import * as words from "./words.ts";

addWords("messageTemplates", words);
