// The question of a search: where, how many towers, which masts, and which candidates.
import { parseGridNo } from '@lookout/domain';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { GridPicker, usePickedGrid } from '@lookout/web/shared/GridPicker.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { Button, Segmented, Select } from 'antd';
import { useState } from 'react';
import { TARGET_METRES, type TargetMetres } from '../../coverage/coverage.ts';
import {
  CANDIDATE_SOURCES,
  type CandidatePlace,
  type CandidateSource,
  LEAST_SPACING_METRES,
  MOST_SITES,
  MOST_SPACING_METRES,
  USUAL_SPACING_METRES,
} from '../site.ts';
import { useSiteMessages } from './messages.ts';
import { PlacesField } from './PlacesField.tsx';
import { SEARCHES } from './searches.ts';

const METRES_PER_KILOMETRE = 1_000;
const LEAST_KILOMETRES = 1;
const MOST_KILOMETRES = 50;
const MOST_MAST_METRES = 200;

interface Props {
  readonly places: readonly CandidatePlace[];
  readonly onPlaces: (places: readonly CandidatePlace[]) => void;
  readonly onBegun: (id: string) => void;
}

interface Draft {
  readonly count: number | null;
  readonly mastMetres: number | null;
  readonly kilometres: number | null;
  readonly spacingMetres: number | null;
}

const USUAL: Draft = { count: 3, mastMetres: 30, kilometres: 10, spacingMetres: USUAL_SPACING_METRES };

const isGiven = (value: number | null): value is number => value !== null && !Number.isNaN(value);

export function QuestionForm({ places, onPlaces, onBegun }: Props) {
  const messages = useSiteMessages();
  const client = useClient();
  const [grid, setGrid] = useState<string | null>(null);
  const gridNo = parseGridNo(usePickedGrid(grid));
  const [draft, setDraft] = useState(USUAL);
  const [targetMetres, setTarget] = useState<TargetMetres>(10);
  const [source, setSource] = useState<CandidateSource>('ridges');
  const { send, isResting, failed } = useSend({
    refetch: SEARCHES,
    rests: true,
    failure: (error) => error.fields[0]?.message ?? error.message,
  });
  const change = (over: Partial<Draft>) => setDraft((before) => ({ ...before, ...over }));
  const { count, mastMetres, kilometres, spacingMetres } = draft;
  const isComplete = isGiven(count) && isGiven(mastMetres) && isGiven(kilometres) && (source === 'places' || isGiven(spacingMetres));
  const begin = () => {
    if (!isComplete || gridNo === null) return;
    const candidates =
      source === 'places'
        ? { source, places: places.map(({ name, position }) => ({ name, position })) }
        : { source, spacingMetres: spacingMetres ?? USUAL_SPACING_METRES };
    const body = { gridNo, count, mastMetres, rangeMetres: kilometres * METRES_PER_KILOMETRE, targetMetres, candidates };
    void send(async () => onBegun((await client.site.beginSiteSearch({ body, silent: true })).id));
  };
  return (
    <form
      className="sites-form stack"
      aria-label={messages.question}
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <GridPicker value={gridNo} onChange={setGrid} />
      <div className="sites-fields">
        <label>
          <span>{messages.count}</span>
          <NumberInput
            aria-label={messages.count}
            value={count}
            min={1}
            max={MOST_SITES}
            isWhole
            onChange={(next) => change({ count: next })}
          />
        </label>
        <label>
          <span>{messages.mast}</span>
          <NumberInput
            aria-label={messages.mast}
            value={mastMetres}
            min={1}
            max={MOST_MAST_METRES}
            onChange={(next) => change({ mastMetres: next })}
          />
        </label>
        <label>
          <span>{messages.range}</span>
          <NumberInput
            aria-label={messages.range}
            value={kilometres}
            min={LEAST_KILOMETRES}
            max={MOST_KILOMETRES}
            onChange={(next) => change({ kilometres: next })}
          />
        </label>
        <div>
          <span>{messages.target}</span>
          <Select<TargetMetres>
            aria-label={messages.target}
            value={targetMetres}
            options={TARGET_METRES.map((value) => ({ value, label: messages.targets[value] }))}
            onChange={setTarget}
          />
        </div>
      </div>
      <Segmented<CandidateSource>
        aria-label={messages.candidates}
        value={source}
        onChange={setSource}
        options={CANDIDATE_SOURCES.map((value) => ({ value, label: messages.sources[value] }))}
      />
      {source === 'ridges' ? (
        <label className="sites-spacing">
          <span>{messages.spacing}</span>
          <NumberInput
            aria-label={messages.spacing}
            value={spacingMetres}
            min={LEAST_SPACING_METRES}
            max={MOST_SPACING_METRES}
            step={100}
            onChange={(next) => change({ spacingMetres: next })}
          />
        </label>
      ) : (
        <PlacesField places={places} onChange={onPlaces} />
      )}
      <div className="line">
        <Button type="primary" htmlType="submit" disabled={isResting || !isComplete || gridNo === null}>
          {messages.begin}
        </Button>
        {!isComplete && <span className="hint">{messages.incomplete}</span>}
      </div>
      {failed !== null && (
        <p role="alert" className="field-fault">
          {failed}
        </p>
      )}
    </form>
  );
}
