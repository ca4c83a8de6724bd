/** Formats days and times in the visitor's language and time zone. */
export function clockIn(language: string) {
  const time = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" });
  const day = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" });
  const oldDay = new Intl.DateTimeFormat(language, { dateStyle: "long" });
  const near = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

  return {
    time: (at: string) => format(at, (date) => time.format(date)),
    day: (at: string) =>
      format(at, (date) => {
        const days = Math.round((startOf(new Date()) - startOf(date)) / 86_400_000);
        if (days === 0 || days === 1) return capitalised(near.format(-days, "day"));
        return (days < 180 ? day : oldDay).format(date);
      }),
  };
}

export type Clock = ReturnType<typeof clockIn>;

function format(at: string, write: (date: Date) => string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : write(date);
}

function startOf(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
