import { Modal, Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogButtons } from "../../../ui/dialog-buttons.tsx";

export type PeopleInside = "stay" | "move";

type Props = { inside: number; onChoose: (people: PeopleInside) => void; onClose: () => void };

/** Asks what an edit is for those who are in the sequence. */
export function InsideDialog({ inside, onChoose, onClose }: Props) {
  const { t } = useTranslation("automation");
  const [people, setPeople] = useState<PeopleInside>("move");
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("sequences.inside.title", { count: inside })}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(people);
        }}
      >
        <Stack>
          <Radio.Group
            label={t("sequences.inside.question")}
            value={people}
            onChange={(value) => setPeople(value === "stay" ? "stay" : "move")}
          >
            <Stack gap="sm" mt="xs">
              {(["move", "stay"] as const).map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`sequences.inside.${value}`)}
                  description={t(`sequences.inside.${value}Help`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <DialogButtons submit={t("save")} isPending={false} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
