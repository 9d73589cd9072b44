// How one camera is set up: link, lens and north, masks, ranges, tour; and the presets that it keeps itself.
import type { CameraSetup } from '@lookout/contract';
import type { Camera, Sector } from '@lookout/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Drawer, Form, Input, InputNumber, Skeleton } from 'antd';
import { Link } from 'react-router';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useClient } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { CompassRose } from './CompassRose.tsx';
import { FigureItem } from './FigureItem.tsx';
import { DRAWER_WIDTH, FormDrawer } from './FormDrawer.tsx';
import { useMonitorConfigMessages } from './messages.ts';
import { PresetsPart, usePresets } from './PresetsPart.tsx';
import { SectorsField } from './SectorsField.tsx';
import { type SetupFields, setupBody, setupFields } from './setup-form.ts';
import { TourField } from './TourField.tsx';
import { useLeave, useSave } from './use-save.ts';

/** The least and the most that the contract takes for a field of view. */
const FIELD = { min: 0.1, max: 180, step: 0.1 } as const;
const MOST_MASKS = 64;
const MOST_RANGES = 16;

export function SetupDrawer({ camera, onClose }: { readonly camera: Pick<Camera, 'id' | 'name'>; readonly onClose: () => void }) {
  const { camera: messages } = useMonitorConfigMessages();
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
    <Drawer open size={DRAWER_WIDTH} title={messages.title(camera.name)} onClose={onClose}>
      {setup.isError ? (
        <LoadFailed error={setup.error} onRetry={() => void setup.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </Drawer>
  );
}

function SetupForm({ setup, onClose }: { readonly setup: CameraSetup; readonly onClose: () => void }) {
  const all = useMonitorConfigMessages();
  const { camera: messages } = all;
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
    <FormDrawer title={messages.title(setup.name)} {...{ isBusy, failure }} onSave={() => form.submit()} onLeave={leave}>
      <Form<SetupFields>
        form={form}
        layout="vertical"
        className="config-form dense-form"
        requiredMark={false}
        initialValues={initial}
        scrollToFirstError
        onFinish={(fields) => void submit(fields)}
      >
        <h3>{messages.link}</h3>
        <Form.Item name="controlUrl" label={messages.control}>
          <Input maxLength={500} placeholder={messages.controlPlaceholder} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <div className="pair">
          <Form.Item name="streamUrl" label={messages.stream}>
            <Input maxLength={500} placeholder={messages.streamPlaceholder} autoComplete="off" spellCheck={false} />
          </Form.Item>
          <Form.Item name="subStreamUrl" label={messages.subStream}>
            <Input maxLength={500} autoComplete="off" spellCheck={false} />
          </Form.Item>
          <Form.Item name="userName" label={messages.user}>
            <Input maxLength={64} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="password"
            label={`${messages.password}${marks().brackets(setup.hasPassword ? messages.passwordSet : messages.passwordUnset)}`}
            {...(setup.hasPassword && { extra: messages.passwordHint })}
          >
            <Input.Password maxLength={128} autoComplete="new-password" visibilityToggle={false} />
          </Form.Item>
        </div>
        <div className="config-with-rose">
          <div>
            <h3>{messages.lens}</h3>
            <div className="pair">
              <FigureItem name="widestFieldOfView" label={messages.widest} {...FIELD} />
              <Form.Item
                name="narrowestFieldOfView"
                label={messages.narrowest}
                dependencies={['widestFieldOfView']}
                rules={[
                  ({ getFieldValue }) => ({
                    validator: (_, narrowest?: number | null) => {
                      const widest = getFieldValue('widestFieldOfView') as number | null | undefined;
                      return narrowest != null && widest != null && narrowest > widest
                        ? Promise.reject(new Error(messages.rules.fields))
                        : Promise.resolve();
                    },
                  }),
                ]}
              >
                <InputNumber {...FIELD} />
              </Form.Item>
              <FigureItem name="towerHeight" label={messages.tower} min={0} max={1000} />
              <FigureItem
                name="northCorrection"
                label={messages.north}
                min={-360}
                max={360}
                step={0.1}
                extra={
                  <>
                    {messages.northHint} · <Link to={`/manage/device?camera=${setup.cameraId}`}>{messages.byLandmarks}</Link>
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
          title={messages.masks}
          hint={messages.masksHint}
          none={messages.noMasks}
          addWord={messages.addMask}
        />
        <SectorsField
          name="ranges"
          most={MOST_RANGES}
          title={messages.ranges}
          hint={messages.rangesHint}
          none={messages.noRanges}
          addWord={messages.addRange}
        />
        <TourField presets={presets.data ?? null} />
      </Form>
      <PresetsPart cameraId={setup.cameraId} presets={presets} />
    </FormDrawer>
  );
}
