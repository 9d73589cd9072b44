// 由卫星影像计算: the pictures are sent to the server and computed there, the officer chooses the threshold while seeing the resulting area, and
// takes the outline over.
import { CallFailed } from '@lookout/client';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { SEVERITY_COLOURS } from '@lookout/web/shared/tokens.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress, Slider } from 'antd';
import { useEffect, useRef, useState } from 'react';
import {
  BURN_SEVERITIES,
  BURNED_SEVERITIES,
  type BurnedSeverity,
  DEFAULT_BURN_THRESHOLD,
  DEFAULT_LEAST_HECTARES,
  LEAST_BURN_THRESHOLD,
  MOST_BURN_THRESHOLD,
} from '../burn-severity.ts';
import type { BurnMappingOutline, BurnMappingRun } from '../fire-archive.schema.ts';
import type { AssessmentDraft } from '../fire-archive.ts';
import { BurnPictures, NO_PICTURES, type PictureEntry } from './BurnPictures.tsx';
import { burnedOf, hectaresAbove, ROLES_OF } from './burn-mapping.ts';
import { useFireArchiveMessages } from './messages.ts';

export type BurnPreview = Pick<BurnMappingOutline, 'polygons' | 'patches'>;

interface Props {
  readonly fireId: string;
  readonly hasArea: boolean;
  readonly onPreview: (preview: BurnPreview | null) => void;
  readonly onTake: (burned: NonNullable<AssessmentDraft['burned']>) => void;
  readonly onClose: () => void;
}

const POLL_MS = 1_000;
/** Sentinel-2 L2A, processing baseline 04.00 and later. */
const SENTINEL_OFFSET = -1_000;

/** Error messages by the role of a file, and '' for all together. */
type Faults = Readonly<Record<string, string>>;
const NO_FAULTS: Faults = {};

const shown = (hectares: number): string => hectares.toLocaleString('en-US', { maximumFractionDigits: 2 });

export function BurnMapping({ fireId, hasArea, onPreview, onTake, onClose }: Props) {
  const { burn: messages } = useFireArchiveMessages();
  const client = useClient();
  const [entry, setEntry] = useState<PictureEntry>(NO_PICTURES);
  const [faults, setFaults] = useState<Faults>(NO_FAULTS);
  const [isSending, setIsSending] = useState(false);
  const [runId, setRunId] = useState<string | null>(null);
  const sending = useRef<AbortController | null>(null);
  const run = useQuery({
    queryKey: ['burn-mapping', runId],
    enabled: runId !== null,
    queryFn: ({ signal }) => client.fireArchive.burnMapping({ params: { id: runId ?? '' }, occasion: 'background', silent: true, signal }),
    // Polling continues through a lost connection, but not after the run was deleted.
    refetchInterval: ({ state }) =>
      !isNotFound(state.error) && (state.data === undefined || state.data.state === 'reading') ? POLL_MS : false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  const end = (id: string | null): void => {
    if (id === null) return;
    // The reply is not awaited: the server clears a run that was not ended here after a while.
    client.fireArchive.endBurnMapping({ params: { id }, occasion: 'background', silent: true }).catch((error: unknown) => {
      if (!(error instanceof CallFailed)) throw error;
    });
  };
  const leaving = useRef({ id: runId, end, onPreview });
  useEffect(() => {
    leaving.current = { id: runId, end, onPreview };
  });
  useEffect(
    () => () => {
      sending.current?.abort();
      leaving.current.end(leaving.current.id);
      leaving.current.onPreview(null);
    },
    [],
  );

  const compute = async () => {
    const roles = ROLES_OF[entry.set];
    if (roles.some((role) => entry.files[role] === undefined)) return setFaults({ '': messages.missing });
    setFaults(NO_FAULTS);
    setRunId(null);
    setIsSending(true);
    const form = new FormData();
    for (const role of roles) {
      const file = entry.files[role];
      if (file) form.append(role, file, file.name);
    }
    const giving = new AbortController();
    sending.current = giving;
    try {
      const query = { fireId, radius: entry.radiusKilometres, bandOffset: entry.isOffset ? SENTINEL_OFFSET : 0 };
      const begun = await client.fireArchive.beginBurnMapping({ form, query, silent: true, signal: giving.signal });
      setRunId(begun.id);
    } catch (error) {
      if (error instanceof CallFailed) setFaults(faultsOf(error, messages.lost));
      else if (!giving.signal.aborted) throw error;
    } finally {
      setIsSending(false);
    }
  };

  const giveUp = () => {
    sending.current?.abort();
    end(runId);
    setRunId(null);
    onPreview(null);
  };

  const state = run.data?.state;
  const isGone = runId !== null && isNotFound(run.error);
  const ofRun = state === 'failed' && run.data ? faultsOfRun(run.data) : NO_FAULTS;
  const general = faults[''] ?? ofRun[''] ?? (isGone ? messages.gone : undefined);
  const isReading = isSending || (runId !== null && !isGone && (state === undefined || state === 'reading'));
  return (
    <section className="archive-burn stack" aria-label={messages.title}>
      <div className="line">
        <h3 className="gap">{messages.title}</h3>
        <Button size="small" onClick={onClose}>
          {messages.close}
        </Button>
      </div>
      {state === 'ready' && run.data?.result ? (
        <Chosen
          runId={run.data.id}
          result={run.data.result}
          entry={entry}
          hasArea={hasArea}
          onPreview={onPreview}
          onTake={onTake}
          onAgain={giveUp}
        />
      ) : (
        <>
          {!isReading && <BurnPictures entry={entry} faults={{ ...ofRun, ...faults }} onChange={setEntry} />}
          {isReading && (
            <div role="status">
              <p>{isSending ? messages.sending : messages.reading}</p>
              <Progress
                percent={isSending ? 0 : (run.data?.percent ?? 0)}
                showInfo={!isSending}
                status="active"
                aria-label={messages.reading}
              />
            </div>
          )}
          {general && (
            <p role="alert" className="field-fault">
              {general}
            </p>
          )}
          <div className="line">
            {isReading ? (
              <Button onClick={giveUp}>{messages.cancel}</Button>
            ) : (
              <Button type="primary" onClick={() => void compute()}>
                {messages.compute}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

const NOT_FOUND = 404;

const isNotFound = (error: unknown): boolean =>
  error instanceof CallFailed && error.outcome.kind === 'error' && error.outcome.code === NOT_FOUND;

function faultsOf(error: CallFailed, lost: string): Faults {
  if (error.outcome.kind !== 'error') return { '': lost };
  if (error.fields.length === 0) return { '': error.message };
  return Object.fromEntries(error.fields.map(({ path, message }) => [path, message]));
}

const faultsOfRun = ({ faults }: BurnMappingRun): Faults => Object.fromEntries(faults.map(({ role, reason }) => [role ?? '', reason]));

interface ChosenProps extends Pick<Props, 'hasArea' | 'onPreview' | 'onTake'> {
  readonly runId: string;
  readonly result: NonNullable<BurnMappingRun['result']>;
  readonly entry: PictureEntry;
  readonly onAgain: () => void;
}

/** The computed change: its areas, the threshold, and the outline at it. */
function Chosen({ runId, result, entry, hasArea, onPreview, onTake, onAgain }: ChosenProps) {
  const { burn: messages, severities, hectares: hectaresText } = useFireArchiveMessages();
  const client = useClient();
  const [threshold, setThreshold] = useState<number>(DEFAULT_BURN_THRESHOLD);
  const [least, setLeast] = useState<number>(DEFAULT_LEAST_HECTARES);
  const [outline, setOutline] = useState<BurnMappingOutline | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const change = (apply: () => void) => {
    apply();
    setOutline(null);
    setFault(null);
    onPreview(null);
  };
  const preview = async () => {
    setBusy(true);
    setFault(null);
    try {
      const found = await client.fireArchive.burnMappingOutline({
        params: { id: runId },
        body: { threshold, leastHectares: least },
        silent: true,
      });
      setOutline(found);
      onPreview(found);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const faults = faultsOf(error, messages.lost);
      setFault(isNotFound(error) ? messages.gone : (faults[error.fields[0]?.path ?? ''] ?? error.message));
    } finally {
      setBusy(false);
    }
  };
  const { beforeDay, afterDay, files } = entry;
  return (
    <>
      <table className="archive-severities" aria-label={messages.aroundFire}>
        <caption className="second">
          {messages.aroundFire} · {messages.cell(String(result.cellMetres))}
        </caption>
        <tbody>
          {BURN_SEVERITIES.map((severity) => (
            <tr key={severity}>
              <th scope="row">
                <SeverityMark severity={severity === 'unburned' ? null : severity} /> {severities[severity]}
              </th>
              <td className="tabular">{hectaresText(shown(result.severityHectares[severity]))}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <SeverityMark severity={null} /> {messages.unknown}
            </th>
            <td className="tabular">{hectaresText(shown(result.unknownHectares))}</td>
          </tr>
        </tbody>
      </table>
      <div className="stack">
        <div className="line">
          <span className="gap">{messages.threshold}</span>
          <strong className="tabular">{threshold.toFixed(2)}</strong>
        </div>
        <Slider
          min={LEAST_BURN_THRESHOLD}
          max={MOST_BURN_THRESHOLD}
          step={0.01}
          value={threshold}
          ariaLabelForHandle={messages.threshold}
          onChange={(value) => change(() => setThreshold(value))}
        />
        <p className="tabular">{messages.above(shown(hectaresAbove(result, threshold)))}</p>
        <div className="line">
          <span className="gap">{messages.least}</span>
          <NumberInput
            aria-label={messages.least}
            min={0}
            max={1_000}
            step={0.5}
            value={least}
            onChange={(value) => change(() => setLeast(value ?? DEFAULT_LEAST_HECTARES))}
          />
        </div>
      </div>
      {outline && (
        <div role="status" className="stack">
          <strong className="tabular">{messages.found(outline.polygons.length, shown(outline.hectares))}</strong>
          <SeverityLegend hectares={outline.severityHectares} />
          {outline.specks.count > 0 && <p className="second">{messages.specks(outline.specks.count, shown(outline.specks.hectares))}</p>}
          {outline.outside.count > 0 && (
            <p className="second">{messages.outside(outline.outside.count, shown(outline.outside.hectares))}</p>
          )}
          {outline.mergedCells > 1 && <p className="second">{messages.merged(shown(outline.mergedCells * result.cellMetres))}</p>}
        </div>
      )}
      {fault && (
        <p role="alert" className="field-fault">
          {fault}
        </p>
      )}
      <div className="line">
        <Button type={outline ? 'default' : 'primary'} disabled={busy || outline !== null} onClick={() => void preview()}>
          {busy ? messages.previewing : messages.preview}
        </Button>
        {outline && outline.polygons.length > 0 && (
          <Button type="primary" onClick={() => onTake(burnedOf(outline, { files, beforeDay, afterDay, threshold, leastHectares: least }))}>
            {hasArea ? messages.takeOver : messages.take}
          </Button>
        )}
        <span className="gap" />
        <Button onClick={onAgain}>{messages.again}</Button>
      </div>
    </>
  );
}

/** @param severity null: no burned severity */
function SeverityMark({ severity }: { readonly severity: BurnedSeverity | null }) {
  return <span className="archive-severity-mark" aria-hidden style={severity === null ? {} : { background: SEVERITY_COLOURS[severity] }} />;
}

/** The colours on the map, each with its name and hectares. */
export function SeverityLegend({ hectares }: { readonly hectares: Readonly<Record<BurnedSeverity, number>> }) {
  const { burn: messages, severities, hectares: hectaresText } = useFireArchiveMessages();
  return (
    <ul className="archive-legend" aria-label={messages.legend}>
      {BURNED_SEVERITIES.map((severity) => (
        <li key={severity}>
          <SeverityMark severity={severity} /> {severities[severity]}{' '}
          <span className="tabular">{hectaresText(shown(hectares[severity]))}</span>
        </li>
      ))}
    </ul>
  );
}
