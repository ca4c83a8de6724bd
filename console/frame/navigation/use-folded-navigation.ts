import { useLocalStorage } from "@mantine/hooks";
import { useParams } from "@tanstack/react-router";

type Folded = { builder: boolean; elsewhere: boolean };

/**
 * True while the navigation is folded to its icons, and a function to change it. This browser remembers it, for the
 * builder apart: its canvas needs the room, so it starts folded.
 */
export function useFoldedNavigation(): [isFolded: boolean, toggle: () => void] {
  const { flowId } = useParams({ strict: false });
  const place: keyof Folded = flowId === undefined ? "elsewhere" : "builder";
  const [folded, setFolded] = useLocalStorage<Folded>({
    key: "banter-navigation-folded",
    defaultValue: { builder: true, elsewhere: false },
    getInitialValueInEffect: false,
  });
  return [folded[place], () => setFolded({ ...folded, [place]: !folded[place] })];
}
