import "./exit-sketch.css";

/** A small picture of the chat at the moment when an exit of a question is taken. Words beside it say the same. */
export function ExitSketch({ of }: { of: "answered" | "otherChoice" | "gave_up" | "no_reply" }) {
  return (
    <svg className="exit-sketch" viewBox="0 0 56 48" width={56} height={48} aria-hidden>
      <rect className="sketch-ground" x={0.5} y={0.5} width={55} height={47} rx={7} />
      <rect className="sketch-question" x={6} y={7} width={28} height={10} rx={5} />
      <text className="sketch-mark" x={20} y={15} textAnchor="middle">
        ?
      </text>
      {drawings[of]}
    </svg>
  );
}

const answer = (y: number, width = 22) => (
  <rect className="sketch-answer" x={50 - width} y={y} width={width} height={9} rx={4.5} />
);
const cross = (y: number) => <path className="sketch-bad" d={`M20 ${y} l5 5 m0 -5 l-5 5`} />;

const drawings = {
  answered: (
    <>
      {answer(28)}
      <path className="sketch-good" d="M17 32.5 l3 3 l5 -6" />
    </>
  ),
  otherChoice: (
    <>
      {[8, 22].map((x) => (
        <rect key={x} className="sketch-choice" x={x} y={22} width={12} height={8} rx={4} />
      ))}
      <rect className="sketch-choice is-chosen" x={36} y={22} width={12} height={8} rx={4} />
      <path className="sketch-good" d="M39 38 l3 3 l5 -6" />
    </>
  ),
  gave_up: (
    <>
      {answer(22, 20)}
      {answer(34, 20)}
      {cross(24)}
      {cross(36)}
    </>
  ),
  no_reply: (
    <>
      <circle className="sketch-clock" cx={38} cy={32} r={9} />
      <path className="sketch-clock" d="M38 27 v5 l4 2" />
    </>
  ),
};
