import { useLocalStorage } from "@mantine/hooks";

/** True while the overview lies over a corner of the canvas, remembered in this browser. It may cover steps. */
export function useMinimap() {
  return useLocalStorage({ key: "banter-minimap", defaultValue: false, getInitialValueInEffect: false });
}
