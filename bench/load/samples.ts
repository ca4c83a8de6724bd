import type { LoadFigure } from "./drive.ts";

type Sample = () => Promise<LoadFigure>;

export async function takeSamples(sample: Sample, count: number): Promise<LoadFigure[]> {
  const samples: LoadFigure[] = [];
  for (let nth = 0; nth < count; nth++) samples.push(await sample());
  return samples;
}

/** Takes samples until the work is over, at least one. */
export async function sampleWhile<Result>(
  sample: Sample,
  work: Promise<Result>,
): Promise<{ samples: LoadFigure[]; result: Result }> {
  let isOver = false;
  const ending = work.finally(() => {
    isOver = true;
  });
  // The failure is thrown below, once the sample has ended.
  ending.catch(() => {});
  const samples: LoadFigure[] = [];
  for (;;) {
    const figure = await sample();
    // The last sample is partly without the work.
    if (isOver && samples.length > 0) break;
    samples.push(figure);
    if (isOver) break;
  }
  return { samples, result: await ending };
}
