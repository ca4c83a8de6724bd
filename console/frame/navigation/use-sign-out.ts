import { Refusal } from "@banter/sdk/manage.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

/** Ends the session of this browser and forgets everything that was loaded for it. */
export function useSignOut() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      await navigate({ to: "/login" });
      client.clear();
    },
  });
}

async function signOut(): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch("/api/v1/auth/sign-out", { method: "POST", headers, body: "{}" });
  if (!response.ok) throw new Refusal(response.status, {});
}
