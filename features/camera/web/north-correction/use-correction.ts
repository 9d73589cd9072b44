// 计算 and 保存 of one camera's north correction. Changing a landmark discards the last result.
import { CallFailed } from '@lookout/client';
import { newKey } from '@lookout/web/shared/new-key.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import type { NorthFit } from '../../camera.ts';
import { begunRows, type LandmarkFault, type LandmarkRow, type Residual, readLandmarks, residualsOf } from './landmarks.ts';
import { useNorthCorrectionMessages } from './messages.ts';

export const newRow = (over: Partial<Omit<LandmarkRow, 'key'>> = {}): LandmarkRow => ({
  key: newKey(),
  name: '',
  position: null,
  horizontalDegrees: null,
  ...over,
});

interface Answer {
  readonly result: NorthFit;
  readonly residuals: ReadonlyMap<string, Residual>;
  /** The correction before the calculation, degrees. */
  readonly before: number;
}

export function useCorrection(camera: { readonly id: string; readonly northCorrectionDegrees: number }) {
  const messages = useNorthCorrectionMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [rows, setRows] = useState<readonly LandmarkRow[]>(() => [newRow()]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState<'calculate' | 'save' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const read = readLandmarks(rows);

  const change = (next: readonly LandmarkRow[]) => {
    setRows(next);
    setAnswer(null);
    setFailure(null);
  };
  const send = async (act: 'calculate' | 'save') => {
    setChecked(true);
    if (busy !== null) return;
    if (read.landmarks === null) return setFailure(read.faults.size === 0 ? messages.faults.none : null);
    setBusy(act);
    setFailure(null);
    const before = answer?.before ?? camera.northCorrectionDegrees;
    try {
      const result = await client.camera.correctNorth({
        body: { cameraId: camera.id, landmarks: [...read.landmarks], save: act === 'save' },
        silent: true,
      });
      setAnswer({ result, residuals: residualsOf(begunRows(rows), result), before });
      if (!result.isSaved) return;
      void message.success(messages.saved(messages.offset(result.correctionDegrees)));
      void queries.invalidateQueries({ queryKey: ['device-cameras'] });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailure(`${act === 'save' ? messages.saveFailed : messages.failed}${marks().colon}${error.message}`);
    } finally {
      setBusy(null);
    }
  };

  return {
    rows,
    answer,
    busy,
    failure,
    /** Shown only after the first attempt to calculate. */
    faults: isChecked ? read.faults : new Map<string, readonly LandmarkFault[]>(),
    count: begunRows(rows).length,
    add: (row: LandmarkRow) => change([...begunRows(rows), row]),
    set: (key: string, over: Partial<Omit<LandmarkRow, 'key'>>) => change(rows.map((row) => (row.key === key ? { ...row, ...over } : row))),
    remove: (key: string) => change(rows.filter((row) => row.key !== key)),
    calculate: () => send('calculate'),
    save: () => send('save'),
  };
}

export type Correction = ReturnType<typeof useCorrection>;
