// 过火面积: drawn on the globe, read from a file or computed from satellite pictures; measured and graded by the server.

import { LAND_COVERS } from '@lookout/domain';
import { ringCrosses } from '@lookout/geo';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { Button } from 'antd';
import { useMemo, useRef, useState } from 'react';
import type { BurnedFile } from '../fire-archive.schema.ts';
import type { AssessmentDraft } from '../fire-archive.ts';
import { type Assessment, gradeOf } from '../fire-archive.ts';
import { BurnMapping, type BurnPreview, SeverityLegend } from './BurnMapping.tsx';
import { withoutPolygon, withPolygons } from './draft.ts';
import { useFireArchiveMessages } from './messages.ts';
import { useAreaDrawing } from './use-archive-on-globe.ts';

interface Props {
  readonly fireId: string;
  readonly draft: AssessmentDraft;
  /** The assessment as stored on the server. */
  readonly stands: Assessment;
  readonly isChanged: boolean;
  /** null: read-only. */
  readonly onChange: ((change: Partial<AssessmentDraft>) => void) | null;
  /** Previews an area that is not yet taken over; null: shows the draft's own area. */
  readonly onPreview: (preview: BurnPreview | null) => void;
}

export function AreaTab({ fireId, draft: { burned }, stands, isChanged, onChange, onPreview }: Props) {
  const { area: messages, burn } = useFireArchiveMessages();
  const [isMapping, setIsMapping] = useState(false);
  const polygons = burned?.polygons ?? [];
  // The server refuses self-crossing polygons on saving. The page reports one at once, while the officer can still redraw it.
  const crossing = useMemo(() => burned?.polygons.map((rings) => rings.some((ring) => ringCrosses(ring))) ?? [], [burned?.polygons]);
  return (
    <div className="archive-body stack">
      {polygons.length === 0 && <p className="second">{messages.none}</p>}
      {onChange && <AddArea burned={burned} onChange={onChange} />}
      {onChange && !isMapping && (
        <div>
          <Button onClick={() => setIsMapping(true)}>{burn.open}</Button>
        </div>
      )}
      {onChange && isMapping && (
        <BurnMapping
          fireId={fireId}
          hasArea={polygons.length > 0}
          onPreview={onPreview}
          onTake={(taken) => {
            onChange({ burned: taken });
            setIsMapping(false);
          }}
          onClose={() => setIsMapping(false)}
        />
      )}
      {polygons.length > 0 && (
        <ul className="archive-polygons">
          {polygons.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a polygon has no other name than its number
            <li key={index} className="line">
              <span>{messages.polygon(index + 1)}</span>
              <span role={crossing[index] ? 'alert' : undefined} className="gap field-fault">
                {crossing[index] && messages.crosses}
              </span>
              {onChange && (
                <Button size="small" onClick={() => onChange({ burned: withoutPolygon(burned, index) })}>
                  {messages.remove}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Measured stands={stands} isStale={isChanged && burned?.polygons !== stands.burned?.polygons} />
    </div>
  );
}

/** The ways to add an area: drawing, or a file. */
function AddArea({ burned, onChange }: { readonly burned: AssessmentDraft['burned']; readonly onChange: NonNullable<Props['onChange']> }) {
  const { area: messages } = useFireArchiveMessages();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const { isBusy: isReading, failed: fault, send } = useSend({ failure: (error) => error.fields[0]?.message ?? error.message });
  const [rejected, setRejected] = useState<BurnedFile['rejected']>([]);
  const drawing = useAreaDrawing((ring) => onChange({ burned: withPolygons(burned, [[ring]], 'drawn', null) }));

  const read = async (file: File) => {
    setRejected([]);
    await send(async () => {
      const form = new FormData();
      form.append('file', file, file.name);
      const found = await client.fireArchive.readBurnedFile({ form, silent: true });
      setRejected(found.rejected);
      onChange({ burned: withPolygons(burned, found.polygons, 'imported', found.fileName) });
    });
  };

  return (
    <>
      <div className="line">
        {drawing.isDrawing ? (
          <Button onClick={drawing.stop}>{messages.stop}</Button>
        ) : (
          <Button disabled={!drawing.isReady} onClick={drawing.begin}>
            {messages.draw}
          </Button>
        )}
        <Button disabled={isReading} title={messages.fileHint} onClick={() => input.current?.click()}>
          {isReading ? messages.reading : messages.file}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".geojson,.json,.kml,.kmz,.gpx,.zip"
          aria-label={messages.file}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void read(file);
            target.value = '';
          }}
        />
        {burned && <Button onClick={() => onChange({ burned: null })}>{messages.clear}</Button>}
      </div>
      <p className="second">{drawing.isDrawing ? messages.drawing : messages.fileHint}</p>
      {fault && (
        <p role="alert" className="field-fault">
          {fault}
        </p>
      )}
      {rejected.map(({ line, reason }) => (
        <p key={line} className="field-fault">
          {messages.rejected(line, reason)}
        </p>
      ))}
    </>
  );
}

/** The server's measurements. @param isStale the outline was changed since, so the source and the grade of the old one are hidden */
function Measured({ stands, isStale }: { readonly stands: Assessment; readonly isStale: boolean }) {
  const { area: messages, grades, hectares } = useFireArchiveMessages();
  const { burned } = stands;
  const { grade, byArea, byCasualties } = gradeOf(stands);
  const reasons = [byArea && `${messages.byArea} ${grades[byArea]}`, byCasualties && `${messages.byCasualties} ${grades[byCasualties]}`];
  return (
    <dl className="facts archive-measured">
      <div>
        <dt>{messages.measured}</dt>
        <dd className="tabular">{isStale || burned === null ? messages.unmeasured : hectares(String(burned.hectares))}</dd>
      </div>
      {burned && !isStale && (
        <div>
          <dt>{messages.method}</dt>
          <dd className="archive-source">
            {[
              messages.methods[burned.method],
              burned.source,
              burned.mapping?.before.day,
              burned.mapping?.after.day,
              burned.mapping && messages.mapping(burned.mapping.threshold.toFixed(2), String(burned.mapping.leastHectares)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </dd>
        </div>
      )}
      {burned?.mapping && !isStale && (
        <div>
          <dt>{messages.severity}</dt>
          <dd>
            <SeverityLegend hectares={burned.mapping.severityHectares} />
          </dd>
        </div>
      )}
      {burned && !isStale && (
        <div>
          <dt>{messages.cover}</dt>
          <dd className="tabular">
            {burned.cover === null
              ? messages.noCover
              : LAND_COVERS.map((name) => `${messages.covers[name]} ${hectares(burned.cover?.[name].toFixed(2) ?? '')}`).join(' · ')}
            {burned.coverSource && (
              <p className="second archive-source">
                {burned.coverSource.by === 'alarm' ? messages.coverByAlarm : messages.coverByFiles(burned.coverSource.files.join(', '))}
              </p>
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>{messages.grade}</dt>
        <dd>
          {isStale ? messages.gradedLater : grade === null ? messages.noGrade : grades[grade]}{' '}
          {!isStale && <span className="second">{reasons.filter(Boolean).join(' · ')}</span>}
        </dd>
      </div>
    </dl>
  );
}
