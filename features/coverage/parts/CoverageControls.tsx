// What the pictures of 护林视域 show: the height above the ground, masts or error ellipse, and the visibility.

import { useServices } from '@lookout/web/shared/services.ts';
import { Segmented } from 'antd';
import { COVERAGE_PICTURES, type CoveragePicture, TARGET_METRES, type TargetMetres } from '../coverage.ts';
import { coverageShownOf, useCoverageShown } from './coverage-part.ts';
import { useCoverageMessages } from './messages.ts';

/** Visual ranges to choose from, metres: those of weather reports. */
const VISIBILITIES_METRES = [20_000, 10_000, 5_000, 2_000, 1_000] as const;
const CLEAR = 0;

export function CoverageControls() {
  const messages = useCoverageMessages();
  const store = coverageShownOf(useServices());
  const { targetMetres, show, visibilityMetres } = useCoverageShown();
  return (
    <>
      <Segmented<TargetMetres>
        block
        size="small"
        aria-label={messages.height}
        value={targetMetres}
        onChange={(next) => store.setState({ targetMetres: next })}
        options={TARGET_METRES.map((value) => ({ value, label: messages.metres(value), title: messages.heightHint[value] }))}
      />
      <Segmented<CoveragePicture>
        block
        size="small"
        aria-label={messages.show}
        value={show}
        onChange={(next) => store.setState({ show: next })}
        options={COVERAGE_PICTURES.map((value) => ({ value, label: messages.shows[value] }))}
      />
      <div className="line coverage-visibility">
        <span className="second">{messages.visibility}</span>
        <Segmented<number>
          size="small"
          aria-label={messages.visibility}
          value={visibilityMetres ?? CLEAR}
          onChange={(next) => store.setState({ visibilityMetres: next === CLEAR ? null : next })}
          options={[
            { value: CLEAR, label: messages.clear },
            ...VISIBILITIES_METRES.map((value) => ({
              value: value as number,
              label: String(value / 1_000),
              title: messages.kilometres(value / 1_000),
            })),
          ]}
        />
      </div>
    </>
  );
}
