import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "../../../queries.ts";
import { usePage } from "../../use-page.ts";

/** True if the page has a model that helps the team. */
export function useHasModel(): boolean {
  const { data } = useQuery({ ...modelsQuery(usePage().id), staleTime: 60_000 });
  return data?.some(({ purpose }) => purpose === "chat") ?? false;
}
