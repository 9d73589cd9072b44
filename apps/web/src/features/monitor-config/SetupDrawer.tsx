// How one camera is set up: link, lens and north, masks, ranges, cruise; and the presets that it keeps itself.
import type { CameraSetup } from '@lookout/contract';
import type { Camera, Sector } from '@lookout/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Drawer, Form, Input, InputNumber, Skeleton } from 'antd';
import { Link } from 'react-router';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useClient } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { CompassRose } from './CompassRose.tsx';
import { CruiseField } from './CruiseField.tsx';
import { FigureItem } from './FigureItem.tsx';
import { DRAWER_WIDTH, FormDrawer } from './FormDrawer.tsx';
import { PresetsPart, usePresets } from './PresetsPart.tsx';
import { SectorsField } from './SectorsField.tsx';
import { type SetupFields, setupBody, setupFields } from './setup-form.ts';
import { useLeave, useSave } from './use-save.ts';
import { useMonitorConfigWords } from './words.ts';

/** The least and the most that the contract takes for a field of view. */
const FIELD = { min: 0.1, max: 180, step: 0.1 } as const;
const MOST_MASKS = 64;
const MOST_RANGES = 16;

export function SetupDrawer({ camera, onClose }: { readonly camera: Pick<Camera, 'id' | 'name'>; readonly onClose: () => void }) {
  const { camera: words } = useMonitorConfigWords();
  const client = useClient();
  const setup = useQuery({
    queryKey: ['camera-setup', camera.id],
    // What somebody else has set meanwhile must not be overwritten by what was remembered here.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => client.cameraSetup.cameraSetup({ query: { cameraId: camera.id }, silent: true, signal }),
  });
  if (setup.data) return <SetupForm setup={setup.data} onClose={onClose} />;
  return (
    <Drawer open size={DRAWER_WIDTH} title={words.title(camera.name)} onClose={onClose}>
      {setup.isError ? (
        <LoadFailed error={setup.error} onRetry={() => void setup.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </Drawer>
  );
}

function SetupForm({ setup, onClose }: { readonly setup: CameraSetup; readonly onClose: () => void }) {
  const all = useMonitorConfigWords();
  const { camera: words } = all;
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<SetupFields>();
  const { isBusy, failure, save } = useSave(form);
  const presets = usePresets(setup.cameraId);
  const initial = setupFields(setup);
  const bodyNow = (fields: SetupFields) => JSON.stringify(setupBody(setup.cameraId, fields));
  const leave = useLeave(() => bodyNow({ ...initial, ...form.getFieldsValue() }) !== bodyNow(initial), onClose);
  const masks = (Form.useWatch('masks', form) ?? setup.masks) as readonly Sector[];
  const ranges = (Form.useWatch('ranges', form) ?? setup.ranges) as readonly Sector[];
  const north = Form.useWatch('northCorrection', form) ?? setup.northCorrection;

  const submit = async (fields: SetupFields) => {
    if (!(await save(() => client.cameraSetup.updateCameraSetup({ body: setupBody(setup.cameraId, fields), silent: true })))) return;
    void queries.invalidateQueries({ queryKey: ['point-cameras'] });
    onClose();
  };

  return (
    <FormDrawer title={words.title(setup.name)} {...{ isBusy, failure }} onSave={() => form.submit()} onLeave={leave}>
      <Form<SetupFields>
        form={form}
        layout="vertical"
        className="config-form dense-form"
        requiredMark={false}
        initialValues={initial}
        scrollToFirstError
        onFinish={(fields) => void submit(fields)}
      >
        <h3>{words.link}</h3>
        <Form.Item name="controlUrl" label={words.control}>
          <Input maxLength={500} placeholder={words.controlPlaceholder} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <div className="pair">
          <Form.Item name="streamUrl" label={words.stream}>
            <Input maxLength={500} placeholder={words.streamPlaceholder} autoComplete="off" spellCheck={false} />
          </Form.Item>
          <Form.Item name="subStreamUrl" label={words.subStream}>
            <Input maxLength={500} autoComplete="off" spellCheck={false} />
          </Form.Item>
          <Form.Item name="userName" label={words.user}>
            <Input maxLength={64} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="password"
            label={`${words.password}${marks().brackets(setup.hasPassword ? words.passwordSet : words.passwordUnset)}`}
            {...(setup.hasPassword && { extra: words.passwordHint })}
          >
            <Input.Password maxLength={128} autoComplete="new-password" visibilityToggle={false} />
          </Form.Item>
        </div>
        <div className="config-with-rose">
          <div>
            <h3>{words.lens}</h3>
            <div className="pair">
              <FigureItem name="widestFieldOfView" label={words.widest} {...FIELD} />
              <Form.Item
                name="narrowestFieldOfView"
                label={words.narrowest}
                dependencies={['widestFieldOfView']}
                rules={[
                  ({ getFieldValue }) => ({
                    validator: (_, narrowest?: number | null) => {
                      const widest = getFieldValue('widestFieldOfView') as number | null | undefined;
                      return narrowest != null && widest != null && narrowest > widest
                        ? Promise.reject(new Error(words.rules.fields))
                        : Promise.resolve();
                    },
                  }),
                ]}
              >
                <InputNumber {...FIELD} />
              </Form.Item>
              <FigureItem name="towerHeight" label={words.tower} min={0} max={1000} />
              <FigureItem
                name="northCorrection"
                label={words.north}
                min={-360}
                max={360}
                step={0.1}
                extra={
                  <>
                    {words.northHint} · <Link to={`/manage/device?camera=${setup.cameraId}`}>{words.byLandmarks}</Link>
                  </>
                }
              />
            </div>
          </div>
          <CompassRose masks={masks} ranges={ranges} northCorrection={north} />
        </div>
        <SectorsField
          name="masks"
          most={MOST_MASKS}
          title={words.masks}
          hint={words.masksHint}
          none={words.noMasks}
          addWord={words.addMask}
        />
        <SectorsField
          name="ranges"
          most={MOST_RANGES}
          title={words.ranges}
          hint={words.rangesHint}
          none={words.noRanges}
          addWord={words.addRange}
        />
        <CruiseField presets={presets.data ?? null} />
      </Form>
      <PresetsPart cameraId={setup.cameraId} presets={presets} />
    </FormDrawer>
  );
}
