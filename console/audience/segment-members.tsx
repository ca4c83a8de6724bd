import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { usePersonName } from "../frame/use-person-name.ts";
import { TextLink } from "../ui/links.tsx";
import { segmentMembersQuery } from "./queries.ts";

/** Some customers of a saved segment, to see whom it means. */
export function SegmentMembers({ segmentId }: { segmentId: number }) {
  const { t } = useTranslation("audience");
  const personName = usePersonName();
  const { id: pageId } = usePage();
  const { data: members = [] } = useQuery(segmentMembersQuery(pageId, segmentId));
  if (members.length === 0) return null;
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t("segments.members")}
      </Text>
      <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: "none" }} aria-label={t("segments.members")}>
        {members.map((customer) => (
          <li key={customer.psid}>
            <TextLink
              size="sm"
              to="/pages/$pageId/customers/$psid"
              params={{ pageId, psid: customer.psid }}
              style={{ overflowWrap: "anywhere" }}
            >
              {personName(customer)}
            </TextLink>
          </li>
        ))}
      </Stack>
    </div>
  );
}
