import { useEffect, useState } from "react";

const tickMs = 20_000;

/** The time in epoch milliseconds, renewed while it is shown, so that waits grow by themselves. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
