// Progress on stderr: one line, updated in place, on a terminal; otherwise a line for every 10 %.

/** @param verb The action, such as `copying`. */
export function showProgress(verb: string, unit: string): (done: number, total: number) => void {
  let shown = -1;
  const isTerminal = process.stderr.isTTY === true;
  const step = isTerminal ? 1 : 10;
  return (done, total) => {
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    if (percent < shown + step && !(percent === 100 && shown < 100)) return;
    shown = percent;
    const text = `${verb} ${percent} % (${done} of ${total} ${unit})`;
    const isLast = done === total;
    process.stderr.write(isTerminal ? `\r${text}${isLast ? '\n' : ''}` : `${text}\n`);
  };
}
