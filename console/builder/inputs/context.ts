import type { InputKind } from "@banter/core/model/form.ts";
import { type ComponentType, createContext, useContext } from "react";
import type { InputProps } from "./input-props.ts";

export type Inputs = Record<InputKind, ComponentType<InputProps>>;

/** Some inputs hold fields, and fields are drawn by inputs: the context lets a field find them without an import. */
export const InputsContext = createContext<Inputs | undefined>(undefined);

export function useInputs(): Inputs {
  const inputs = useContext(InputsContext);
  if (!inputs) throw new Error("Fields can only be drawn inside the builder's workspace.");
  return inputs;
}
