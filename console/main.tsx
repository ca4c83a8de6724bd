import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./ui/console.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startEarly } from "./frame/early-start.ts";
import { makeQueryClient } from "./frame/query-client.ts";
import { makeRouter } from "./routes.tsx";
import { errorText } from "./ui/error-text.ts";
import { cssVariables, theme } from "./ui/theme.ts";
import { showToast } from "./ui/toast.tsx";
import { startWords } from "./words.ts";

startWords();
const queryClient = makeQueryClient({
  onLoggedOut: () => void leaveToLogin(),
  onFailure: (error) => showToast({ kind: "failure", message: errorText(error) }),
});
const router = makeRouter(queryClient);
startEarly(router, queryClient);

/** When the session ends during work, the login leads back to the same address. */
async function leaveToLogin(): Promise<void> {
  const { pathname, href } = router.state.location;
  if (["/login", "/setup", "/join", "/forgotten", "/reset"].includes(pathname)) return;
  queryClient.clear();
  await router.navigate({ to: "/login", search: { next: href } });
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
          </ModalsProvider>
          <Notifications position="bottom-right" limit={3} zIndex={400} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
