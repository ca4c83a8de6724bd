import { z } from "zod";
import { Name } from "../../model/names.ts";

/** The name of a success that the page counts: "Purchase", "Booked". There is no list of goals: a name is enough. */
export const GoalName = Name.max(80);

export const Currency = z.string().regex(/^[A-Z]{3}$/, "must be three capital letters, such as VND");

/** In units of the currency. Sums over years stay exact. */
export const GoalValue = z.number().min(0).max(100_000_000_000);

/**
 * A goal that a customer has reached. It is counted for the flow, for the send of the broadcast that the customer had got
 * before, and for the growth tool that they came by (`toolKey`).
 */
export type Goal = { name: string; value?: number; currency?: string; flow?: number; send?: number; tool?: string };
