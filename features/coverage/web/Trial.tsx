// 试一试: a mast moved, raised or placed anew, and what that would change. Nothing is saved.

import type { GridNo } from '@lookout/domain';
import { shareText } from '@lookout/report';
import { useHighlight } from '@lookout/web/globe/highlight-part.ts';
import { type MapPoint, PointField } from '@lookout/web/globe/PointField.tsx';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { Nothing, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import type { UrlState } from '@lookout/web/shared/url-state.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { Alert, Button, Select } from 'antd';
import { useEffect, useState } from 'react';
import {
  type CoverageTrial,
  MOST_MAST_METRES,
  MOST_RANGE_METRES,
  type SeenForest,
  type TrialMast,
  USUAL_RANGE_METRES,
} from '../coverage.ts';
import { CoverageLegend } from '../parts/CoverageLegend.tsx';
import { coverageShownOf, useCoverageShown } from '../parts/coverage-part.ts';
import { hectaresText, useCoverageMessages } from '../parts/messages.ts';
import { FRESH_MS, isNoElevation, type Mast, pictureOf, useMasts } from '../parts/use-coverage.ts';
import { useCoveragePageMessages } from './messages.ts';

const NEW_MAST_METRES = 30;
const RAISE_METRES = 10;
const LEAST_RANGE_METRES = 100;
/** How long the fields rest before the difference is requested. */
const REST_MS = 400;
const NEW = 'new';

interface Draft {
  readonly position: MapPoint | null;
  readonly mastMetres: number | null;
  readonly rangeMetres: number | null;
}

const draftOf = (mast: Mast | undefined): Draft =>
  mast === undefined
    ? { position: null, mastMetres: NEW_MAST_METRES, rangeMetres: USUAL_RANGE_METRES }
    : { position: mast.position, mastMetres: mast.mastMetres > 0 ? mast.mastMetres : NEW_MAST_METRES, rangeMetres: mast.rangeMetres };

/** null: a field is empty or out of range. */
export function trialOf(replaces: string | null, { position, mastMetres, rangeMetres }: Draft): TrialMast | null {
  const isBetween = (value: number | null, from: number, to: number): value is number => value !== null && value >= from && value <= to;
  return position !== null && isBetween(mastMetres, 1, MOST_MAST_METRES) && isBetween(rangeMetres, LEAST_RANGE_METRES, MOST_RANGE_METRES)
    ? { replaces, position: { lng: position.lng, lat: position.lat }, mastMetres, rangeMetres }
    : null;
}

interface Props {
  readonly gridNo: GridNo;
  readonly url: UrlState;
}

export function Trial({ gridNo, url }: Props) {
  const messages = useCoveragePageMessages();
  const masts = useMasts(gridNo);
  return (
    <QueryResult query={masts} isEmpty={() => false} empty={messages.emptyMasts}>
      {(rows) => <TrialForm masts={rows} chosen={rows.find(({ id }) => id === url.get('mast'))} url={url} />}
    </QueryResult>
  );
}

interface FormProps {
  readonly masts: readonly Mast[];
  readonly chosen: Mast | undefined;
  readonly url: UrlState;
}

function TrialForm({ masts, chosen, url }: FormProps) {
  const { trial: texts } = useCoveragePageMessages();
  const highlight = useHighlight();
  const [draft, setDraft] = useState(() => draftOf(chosen));
  const change = (over: Partial<Draft>) => setDraft((before) => ({ ...before, ...over }));
  const { position, mastMetres, rangeMetres } = draft;
  const label = chosen?.name ?? texts.newMast;
  useEffect(() => highlight(position === null ? null : { ...position, label }), [highlight, position, label]);
  useEffect(() => () => highlight(null), [highlight]);
  const trial = trialOf(chosen?.id ?? null, draft);
  const raised = (mastMetres ?? 0) + RAISE_METRES;
  return (
    <div className="coverage-trial stack">
      <p className="hint">{texts.lead}</p>
      <Select<string>
        aria-label={texts.mast}
        value={chosen?.id ?? NEW}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: NEW, label: texts.newMast },
          ...masts.map(({ id, name, gridName }) => ({ value: id, label: `${name} · ${gridName}` })),
        ]}
        onChange={(id) => url.set({ mast: id === NEW ? null : id })}
      />
      <PointField label={texts.position} value={position} onChange={(next) => change({ position: next })} />
      <div className="line coverage-fields">
        <label>
          <span>{texts.height}</span>
          <NumberInput
            aria-label={texts.height}
            value={mastMetres}
            min={1}
            max={MOST_MAST_METRES}
            onChange={(next) => change({ mastMetres: next })}
          />
        </label>
        <Button disabled={!(raised <= MOST_MAST_METRES)} onClick={() => change({ mastMetres: raised })}>
          {texts.raise}
        </Button>
        <label>
          <span>{texts.range}</span>
          <NumberInput
            aria-label={texts.range}
            value={rangeMetres}
            min={LEAST_RANGE_METRES}
            max={MOST_RANGE_METRES}
            step={1_000}
            onChange={(next) => change({ rangeMetres: next })}
          />
        </label>
        <Button onClick={() => setDraft(draftOf(chosen))}>{texts.reset}</Button>
      </div>
      {trial === null ? <p role="status">{texts.missing}</p> : <Difference trial={trial} />}
      <p className="hint">{texts.clearAir}</p>
    </div>
  );
}

/** A value once it has not changed for a while. */
function useRested<T>(value: T, key: string, ms: number): T {
  const [rested, setRested] = useState({ value, key });
  useEffect(() => {
    if (rested.key === key) return;
    const timer = setTimeout(() => setRested({ value, key }), ms);
    return () => clearTimeout(timer);
  }, [value, key, ms, rested]);
  return rested.value;
}

function Difference({ trial }: { readonly trial: TrialMast }) {
  const { trial: texts } = useCoveragePageMessages();
  const { noElevation } = useCoverageMessages();
  const store = coverageShownOf(useServices());
  const { targetMetres } = useCoverageShown();
  const asked = useRested(trial, JSON.stringify(trial), REST_MS);
  const found = useCall(
    ['coverage', 'trial', asked, targetMetres],
    useClient().coverage.coverageTrial,
    { body: { targetMetres, masts: [asked] }, occasion: 'background' },
    { staleTime: FRESH_MS, placeholderData: keepPreviousData },
  );
  const { data, isError, error, isPlaceholderData, isPending } = found;
  const picture = isError ? undefined : data?.picture;
  useEffect(() => store.setState({ single: picture === undefined ? null : pictureOf('trial', picture) }), [store, picture]);
  useEffect(() => () => store.setState({ single: null }), [store]);
  if (isError)
    return isNoElevation(error) ? (
      <Nothing title={noElevation.title} hint={texts.noElevation} />
    ) : (
      <LoadFailed error={error} onRetry={() => void found.refetch()} />
    );
  return (
    <section aria-label={texts.result} aria-busy={isPending || isPlaceholderData} className="stack">
      {(isPending || isPlaceholderData) && <Alert type="info" showIcon role="status" title={texts.busy} />}
      {data && (
        <>
          <DifferenceTable trial={data.trial} />
          <CoverageLegend pictures={[data.picture]} />
        </>
      )}
    </section>
  );
}

const signed = (value: number): string => (value === 0 ? '0' : `${value > 0 ? '+' : '−'}${hectaresText(Math.abs(value))}`);

/** Before and after at each height, with what is gained and lost. */
function DifferenceTable({ trial: { before, after, gainedHectares, lostHectares } }: { readonly trial: CoverageTrial }) {
  const { trial: texts } = useCoveragePageMessages();
  const messages = useCoverageMessages();
  const share = (value: number | null) => (value === null ? '—' : shareText(value));
  const rows: readonly (readonly [string, (seen: SeenForest) => string])[] = [
    [texts.seen, ({ seenHectares }) => hectaresText(seenHectares)],
    [texts.located, ({ locatedHectares }) => hectaresText(locatedHectares)],
    [texts.blind, ({ blindHectares }) => hectaresText(blindHectares)],
    [texts.weighted, ({ blindWeightedShare }) => share(blindWeightedShare)],
  ];
  return (
    <div className="coverage-difference">
      <table className="tabular">
        <caption>{texts.result}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.at}</th>
            {rows.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{texts.gained}</th>
            <th scope="col">{texts.lost}</th>
          </tr>
        </thead>
        <tbody>
          {before.map((was, index) => {
            const is = after[index];
            return (
              <tr key={was.targetMetres}>
                <th scope="row">{messages.metres(was.targetMetres)}</th>
                {rows.map(([name, text]) => (
                  <td key={name}>
                    <span className="second">{text(was)}</span> → <strong>{is === undefined ? '—' : text(is)}</strong>
                  </td>
                ))}
                <td>{signed(gainedHectares[index] ?? 0)}</td>
                <td>{signed(-(lostHectares[index] ?? 0))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
