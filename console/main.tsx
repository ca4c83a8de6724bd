import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./ui/fonts.css";
import "./ui/console.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { SessionGuard } from "./account/session-over/guard.tsx";
import { sessionOver } from "./account/session-over/state.ts";
import { startEarly } from "./frame/early-start.ts";
import { startOfflineShell } from "./frame/loading/offline-shell.ts";
import { makeQueryClient } from "./frame/query-client.ts";
import { meQuery } from "./queries.ts";
import { makeRouter } from "./routes.tsx";
import { errorText } from "./ui/error-text.ts";
import { cssVariables, theme } from "./ui/theme.ts";
import { showToast } from "./ui/toast.tsx";
import { startTrustedTypes } from "./ui/trusted-types.ts";
import { startWords } from "./words.ts";

startTrustedTypes();
startOfflineShell();
startWords();
const queryClient = makeQueryClient({
  onLoggedOut: () => needsLogin() && sessionOver.set(true),
  onLoggedIn: () => sessionOver.set(false),
  onFailure: (error) => showToast({ kind: "failure", message: errorText(error) }),
});
const router = makeRouter(queryClient);
startEarly(router, queryClient);
// A person who has logged out needs no dialog.
router.subscribe("onResolved", () => needsLogin() || sessionOver.set(false));

/** The first load of a screen that needs a login leads to the login instead. */
function needsLogin(): boolean {
  return (
    queryClient.getQueryData(meQuery.queryKey) !== undefined &&
    !["/login", "/setup", "/join", "/forgotten", "/reset"].includes(router.state.location.pathname)
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={localStorageColorSchemeManager({ key: "banter-color-scheme" })}
      >
        <QueryClientProvider client={queryClient}>
          <ModalsProvider>
            <RouterProvider router={router} />
            <SessionGuard />
          </ModalsProvider>
          <Notifications position="bottom-right" limit={3} zIndex={400} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
