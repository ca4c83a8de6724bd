import { Skeleton } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../ui/failure.tsx";
import { showToast } from "../../ui/toast.tsx";

type LoadProps<Settings> = {
  queryKey: QueryKey;
  load: () => Promise<Settings>;
  /** The height of the form, kept free until it can be shown. */
  height: number;
  children: (settings: Settings) => ReactNode;
};

/** Settings that are read and stored as a whole: loads them for their form. */
export function StoredSettings<Settings>({ queryKey, load, height, children }: LoadProps<Settings>) {
  const { data, error, refetch } = useQuery({ queryKey, queryFn: load });
  if (data) return children(data);
  return error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton h={height} />;
}

type StoreProps<Settings> = {
  queryKey: QueryKey;
  form: UseFormReturnType<Settings>;
  store: (settings: Settings) => Promise<Settings>;
};

/** Stores the settings; the form then begins anew with what the server has kept. */
export function useStoreSettings<Settings extends object>({ queryKey, form, store }: StoreProps<Settings>) {
  const { t } = useTranslation("ui");
  const client = useQueryClient();
  return useMutation({
    mutationFn: store,
    onSuccess: (stored) => {
      client.setQueryData(queryKey, stored);
      form.setInitialValues(stored);
      form.setValues(stored);
      showToast({ message: t("saved") });
    },
    meta: { showsFailure: true },
  });
}
