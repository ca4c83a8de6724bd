import { z } from "zod";

export const FieldType = z.enum(["text", "number", "boolean", "date"]);
export type FieldType = z.infer<typeof FieldType>;
