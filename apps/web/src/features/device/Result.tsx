// What came of the landmarks: the correction, how well they agree before and after, and what that proves.
import { Alert } from 'antd';
import { useDeviceMessages } from './messages.ts';
import { ResidualPlot } from './ResidualPlot.tsx';
import type { Correction } from './use-correction.ts';

export function Result({ answer }: { readonly answer: NonNullable<Correction['answer']> }) {
  const messages = useDeviceMessages();
  const { result, residuals, standing } = answer;
  const count = residuals.size;
  return (
    <section className="device-result panel" aria-label={messages.result}>
      <div>
        <h2>{messages.result}</h2>
        <dl className="tabular">
          <dt>{messages.correction}</dt>
          <dd className="device-main">{messages.offset(result.correction)}</dd>
          <dt>{messages.change}</dt>
          <dd>{messages.offset(turned(result.correction - standing))}</dd>
          <dt>
            {messages.rms} · {messages.rmsBefore}
          </dt>
          <dd>{messages.degrees(result.before.rms)}</dd>
          <dt>
            {messages.rms} · {messages.rmsAfter}
          </dt>
          <dd>{messages.degrees(result.after.rms)}</dd>
        </dl>
        {count === 1 && <Alert type="warning" showIcon title={messages.single} />}
        {count === 2 && <Alert type="info" showIcon title={messages.two} />}
      </div>
      <ResidualPlot residuals={[...residuals.values()]} />
    </section>
  );
}

/** −180 < … ≤ 180 */
const turned = (degrees: number): number => 180 - ((((180 - degrees) % 360) + 360) % 360);
