import { addWords } from "../../words.ts";
import * as audience from "../words.ts";
import * as words from "./words.ts";

addWords("audience", audience);
addWords("automation", words);
