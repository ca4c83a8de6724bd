import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

/** The failure of a form, announced to screen readers. */
export function FormFailure({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle size={18} />}>
      {text}
    </Alert>
  );
}
