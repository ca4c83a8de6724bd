import type { TemplateName } from "@banter/core/api/template-choice.ts";
import {
  type Icon,
  IconBuildingStore,
  IconCalendarEvent,
  IconGift,
  IconHelp,
  IconLifebuoy,
  IconMailHeart,
  IconSchool,
  IconStar,
  IconStethoscope,
  IconTargetArrow,
  IconToolsKitchen2,
  IconTruckDelivery,
} from "@tabler/icons-react";

/** The icon and colour of each template. */
export const looks: Record<TemplateName, { icon: Icon; color: string }> = {
  shop: { icon: IconBuildingStore, color: "blue" },
  restaurant: { icon: IconToolsKitchen2, color: "orange" },
  clinic: { icon: IconStethoscope, color: "teal" },
  courses: { icon: IconSchool, color: "grape" },
  support: { icon: IconLifebuoy, color: "cyan" },
  leads: { icon: IconTargetArrow, color: "red" },
  booking: { icon: IconCalendarEvent, color: "indigo" },
  order_status: { icon: IconTruckDelivery, color: "green" },
  faq: { icon: IconHelp, color: "violet" },
  feedback: { icon: IconStar, color: "yellow" },
  giveaway: { icon: IconGift, color: "pink" },
  welcome_series: { icon: IconMailHeart, color: "lime" },
};
