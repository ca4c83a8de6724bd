import { Box, Title } from "@mantine/core";
import { Component, type ReactNode, useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../ui/failure.tsx";
import { hasNewerVersion, isLoadFailure } from "./newer-version.ts";
import { reloadConsole } from "./reload.ts";

type Props = { isScreen: boolean; onRetry: () => void; children: ReactNode };
type State = { error: unknown; hasFailed: boolean };

/** Keeps a failure inside: everything around it stays as it is. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { error: undefined, hasFailed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const retry = () => {
      this.props.onRetry();
      this.setState({ error: undefined, hasFailed: false });
    };
    return <PartFailure error={this.state.error} isScreen={this.props.isScreen} retry={retry} />;
  }
}

type FailureProps = { error: unknown; isScreen: boolean; retry: () => void };

/** Code that is missing after an update of the server comes with a reload; a lost connection comes back by itself. */
function PartFailure({ error, isScreen, retry }: FailureProps) {
  const { t } = useTranslation("ui");
  const isMissing = isLoadFailure(error);
  const onOnline = useEffectEvent(() => isMissing && retry());
  useEffect(() => {
    const listener = () => onOnline();
    addEventListener("online", listener);
    return () => removeEventListener("online", listener);
  }, []);
  useEffect(() => {
    if (isMissing && isScreen) void hasNewerVersion().then((isNewer) => (isNewer ? reloadConsole() : undefined));
  }, [isMissing, isScreen]);
  const again = async () => {
    if (isMissing && (await hasNewerVersion())) await reloadConsole();
    else retry();
  };
  return (
    <Box p={isScreen ? "xl" : "xs"} maw={720} mx="auto">
      {isScreen && (
        <Title order={1} mb="md">
          {t("failure.part")}
        </Title>
      )}
      <Failure error={error} title={isMissing ? undefined : t("failure.part")} retry={() => void again()} />
    </Box>
  );
}
