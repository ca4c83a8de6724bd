/** Lets so many work at once; the others wait in line, so that a busy page comes up again only after all who wait. */
export function fairTurns(most: number) {
  const line: (() => void)[] = [];
  let working = 0;

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (working >= most) await new Promise<void>((resolve) => line.push(resolve));
    else working++;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else working--;
    }
  };
}
