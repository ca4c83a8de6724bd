import {
  type Icon,
  IconBell,
  IconBolt,
  IconEraser,
  IconForms,
  IconHeadset,
  IconInbox,
  IconLogout2,
  IconNews,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRepeat,
  IconTag,
  IconTagOff,
  IconTargetArrow,
  IconTimeline,
} from "@tabler/icons-react";

const icons: Record<string, Icon> = {
  add_tag: IconTag,
  remove_tag: IconTagOff,
  set_custom_field: IconForms,
  clear_custom_field: IconEraser,
  enter_sequence: IconTimeline,
  leave_sequence: IconLogout2,
  start_sequence: IconRepeat,
  stop_sequence: IconPlayerStop,
  notify: IconBell,
  reach_goal: IconTargetArrow,
  set_subscription: IconNews,
  hand_over: IconHeadset,
  hand_over_to_platform: IconInbox,
  pause_bot: IconPlayerPause,
  resume_bot: IconPlayerPlay,
};

/** The sign of an action; one without its own has that of the step. */
export const actionIcon = (kind: string): Icon => icons[kind] ?? IconBolt;
