import { useLocalStorage } from "@mantine/hooks";

/** True while the settings of steps are folded to a strip, remembered in this browser. */
export function useFoldedInspector() {
  return useLocalStorage({ key: "banter-inspector-folded", defaultValue: false, getInitialValueInEffect: false });
}
