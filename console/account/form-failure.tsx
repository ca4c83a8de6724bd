import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

/** Why a form was refused, told as soon as it is there. */
export function FormFailure({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle size={18} />}>
      {text}
    </Alert>
  );
}
