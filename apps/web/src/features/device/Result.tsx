// What came of the landmarks: the correction, how well they agree before and after, and what that proves.
import { Alert } from 'antd';
import { ResidualPlot } from './ResidualPlot.tsx';
import type { Correction } from './use-correction.ts';
import { useDeviceWords } from './words.ts';

export function Result({ answer }: { readonly answer: NonNullable<Correction['answer']> }) {
  const words = useDeviceWords();
  const { result, residuals, standing } = answer;
  const count = residuals.size;
  return (
    <section className="device-result panel" aria-label={words.result}>
      <div>
        <h2>{words.result}</h2>
        <dl className="tabular">
          <dt>{words.correction}</dt>
          <dd className="device-main">{words.offset(result.correction)}</dd>
          <dt>{words.change}</dt>
          <dd>{words.offset(turned(result.correction - standing))}</dd>
          <dt>
            {words.rms} · {words.rmsBefore}
          </dt>
          <dd>{words.degrees(result.before.rms)}</dd>
          <dt>
            {words.rms} · {words.rmsAfter}
          </dt>
          <dd>{words.degrees(result.after.rms)}</dd>
        </dl>
        {count === 1 && <Alert type="warning" showIcon title={words.single} />}
        {count === 2 && <Alert type="info" showIcon title={words.two} />}
      </div>
      <ResidualPlot residuals={[...residuals.values()]} />
    </section>
  );
}

/** −180 < … ≤ 180 */
const turned = (degrees: number): number => 180 - ((((180 - degrees) % 360) + 360) % 360);
