import { Alert, Button, Collapse, Group, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { treeQuery } from "../../queries.ts";
import { showToast } from "../../ui/toast.tsx";
import type { Builder } from "../builder.ts";
import { useBuilder, useScene } from "../context.ts";
import { type Comparison, compare } from "../edit/compare.ts";
import type { Draft } from "../edit/draft.ts";
import { takeSteps } from "../edit/merge.ts";
import { authorOf } from "../edit/together/state.ts";
import { Differences } from "./differences.tsx";

/** Shown for steps that somebody else has changed too: the user chooses a form, and the other is kept as a flow. */
export function ConflictBanner({ name }: { name: string }) {
  const { t } = useTranslation("together");
  const saving = useBuilder((state) => state.saving);
  const together = useBuilder((state) => state.together);
  const mine = useBuilder(({ history }) => history.present);
  const [isOpen, setOpen] = useState(false);
  const { keepMine, takeTheirs } = useDecision(name);
  if (saving.type !== "conflict") return null;
  const { theirs, steps } = saving;
  const by = authorOf(together, theirs.revision);
  const who = { who: by?.name ?? t("conflict.somebody"), count: steps.length };
  const isBusy = keepMine.isPending || takeTheirs.isPending;
  return (
    <Alert
      role="alert"
      color="orange"
      variant="light"
      styles={{ label: { color: "var(--mantine-color-text)" } }}
      icon={<IconUsers size={18} />}
      title={by?.isOwn ? t("conflict.ownTitle", who) : t("conflict.title", who)}
      radius={0}
    >
      <Text size="sm" mb="xs">
        {t("conflict.help")}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t("see")}
        </Button>
        <Button size="xs" variant="default" loading={isBusy} onClick={() => keepMine.mutate(theirs.draft)}>
          {t("builder:conflict.keepMine")}
        </Button>
        <Button size="xs" variant="default" loading={isBusy} onClick={() => takeTheirs.mutate(mine)}>
          {t("builder:conflict.takeTheirs")}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        <div className="conflict-differences">
          <Text size="xs" c="dimmed" my={6}>
            {t("conflict.direction")}
          </Text>
          <Differences comparison={compareSteps(theirs.draft, mine, steps)} before={theirs.draft} after={mine} />
        </div>
      </Collapse>
    </Alert>
  );
}

function useDecision(name: string) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const keepCopy = useKeepCopy();
  const keepMine = useMutation({
    mutationFn: async (theirs: Draft) => {
      const copy = await keepCopy(theirs, (when) => t("conflict.theirCopy", { name: name.slice(0, 150), when }));
      await resolve(builder, "mine");
      return copy;
    },
    onSuccess: (copy) => showToast({ message: t("conflict.keptTheirs", { name: copy }) }),
  });
  const takeTheirs = useMutation({
    mutationFn: (mine: Draft) => keepCopy(mine, (when) => t("conflict.myCopy", { name: name.slice(0, 150), when })),
    onSuccess: (copy) => {
      void resolve(builder, "theirs");
      showToast({ message: t("conflict.keptMine", { name: copy }) });
    },
  });
  return { keepMine, takeTheirs };
}

/** Ends the conflict. The other form of the steps is a change like any other, which can be undone. */
async function resolve(builder: Builder, side: "mine" | "theirs"): Promise<void> {
  const ended = builder.saver.keepMine();
  if (ended && side === "theirs") {
    builder.apply(takeSteps(builder.get().history.present, ended.theirs, ended.steps));
  }
  await builder.saver.flush();
}

/** Only the differences of these steps. */
function compareSteps(before: Draft, after: Draft, ids: readonly string[]): Comparison {
  const only = ({ steps }: Draft) => ({
    steps: Object.fromEntries(Object.entries(steps).filter(([id]) => ids.includes(id))),
  });
  return compare(only(before), only(after));
}

/** Stores a draft as a new flow in the folder of this one, under a free name, which is returned. */
function useKeepCopy() {
  const { page, flowId } = useScene();
  const queries = useQueryClient();
  return async (draft: Draft, nameAt: (when: string) => string): Promise<string> => {
    const tree = await queries.fetchQuery({ ...treeQuery(page.id), staleTime: 0 });
    const folderId = tree.flows.find(({ id }) => id === flowId)?.folder_id ?? null;
    const wanted = nameAt(new Date().toISOString().slice(0, 16).replace("T", " "));
    const taken = new Set(tree.flows.map((flow) => flow.name));
    let free = wanted;
    for (let count = 2; taken.has(free); count += 1) free = `${wanted} (${count})`;
    await api("POST /pages/:page_id/flows", {
      params: { page_id: page.id },
      body: { name: free, folder_id: folderId, draft },
    });
    void queries.invalidateQueries({ queryKey: treeQuery(page.id).queryKey });
    return free;
  };
}
