"""Lights and cameras on the stage."""

from __future__ import annotations

import logging

import numpy as np
import pytest
from pxr import Gf, UsdGeom, UsdLux, UsdShade

from pippin import sim


@pytest.mark.parametrize(
    "cfg, schema",
    [
        (sim.DomeLightCfg(intensity=2000.0, color=(0.8, 0.7, 0.6)), UsdLux.DomeLight),
        (sim.DistantLightCfg(intensity=2000.0, color=(0.8, 0.7, 0.6), angle=1.0), UsdLux.DistantLight),
        (sim.SphereLightCfg(intensity=2000.0, color=(0.8, 0.7, 0.6), radius=0.1), UsdLux.SphereLight),
        (sim.CylinderLightCfg(intensity=2000.0, color=(0.8, 0.7, 0.6), treat_as_line=True), UsdLux.CylinderLight),
        (sim.DiskLightCfg(intensity=2000.0, color=(0.8, 0.7, 0.6)), UsdLux.DiskLight),
    ],
)
def test_lights_have_their_attributes(stage, cfg, schema):
    prim = sim.spawn("/World/Light", cfg, translation=(0.0, 0.0, 5.0))
    light = schema(prim)
    assert light
    assert light.GetIntensityAttr().Get() == 2000.0
    np.testing.assert_allclose(light.GetColorAttr().Get(), (0.8, 0.7, 0.6), rtol=1e-6)  # single precision
    assert sim.resolve_prim_pose(prim)[0] == (0.0, 0.0, 5.0)


def test_attributes_of_single_kinds_of_lights(stage):
    dome = sim.spawn("/World/Dome", sim.DomeLightCfg(texture_file="sky.hdr", texture_format="latlong"))
    assert UsdLux.DomeLight(dome).GetTextureFileAttr().Get().path == "sky.hdr"
    assert UsdLux.DomeLight(dome).GetTextureFormatAttr().Get() == "latlong"
    assert dome.GetAttribute("visibleInPrimaryRay").Get() is True
    tube = sim.spawn("/World/Tube", sim.CylinderLightCfg(treat_as_line=True, length=3.0))
    assert UsdLux.CylinderLight(tube).GetTreatAsLineAttr().Get() is True
    assert UsdLux.CylinderLight(tube).GetLengthAttr().Get() == 3.0


def test_a_camera_has_its_lens(stage):
    cfg = sim.PinholeCameraCfg(focal_length=12.0, horizontal_aperture=24.0, clipping_range=(0.1, 50.0))
    camera = UsdGeom.Camera(sim.spawn("/World/Camera", cfg))
    assert camera.GetFocalLengthAttr().Get() == 12.0
    assert camera.GetHorizontalApertureAttr().Get() == 24.0
    np.testing.assert_allclose(camera.GetClippingRangeAttr().Get(), (0.1, 50.0), rtol=1e-6)


def test_a_fisheye_camera_has_its_polynomial(stage):
    prim = sim.spawn("/World/Camera", sim.FisheyeCameraCfg(fisheye_polynomial_b=0.003))
    assert prim.GetAttribute("cameraProjectionType").Get() == "fisheyePolynomial"
    assert prim.GetAttribute("fthetaPolyB").Get() == pytest.approx(0.003)


@pytest.mark.parametrize("is_bent", [True, False])
def test_a_calibrated_camera_has_omniverses_attributes(stage, is_bent):
    lens = sim.OpenCvPinholeDistortionCfg(
        fx=300.0, fy=310.0, cx=320.5, cy=240.5, image_size=(640, 480), k1=0.1, p2=-0.01, apply_lens_distortion=is_bent
    )
    prim = sim.spawn("/World/Camera", sim.PinholeCameraCfg(distortion=lens))
    assert "OmniLensDistortionOpenCvPinholeAPI" in prim.GetMetadata("apiSchemas").GetAppliedItems()
    assert prim.GetAttribute("omni:lensdistortion:model").Get() == "opencvPinhole"
    names = ("fx", "fy", "cx", "cy", "k1", "p2", "s4")
    values = [prim.GetAttribute(f"omni:lensdistortion:opencvPinhole:{name}").Get() for name in names]
    np.testing.assert_allclose(values, [300.0, 310.0, 320.5, 240.5, 0.1 * is_bent, -0.01 * is_bent, 0.0], rtol=1e-6)


@pytest.mark.parametrize("wrong", [{"fx": 0.0}, {"fy": float("nan")}, {"model": "opencvSquare"}])
def test_impossible_calibrations_are_refused(stage, wrong):
    values = {"fx": 300.0, "fy": 300.0, "cx": 320.0, "cy": 240.0, "image_size": (640, 480), **wrong}
    with pytest.raises(ValueError, match="The lens"):
        sim.spawn("/World/Camera", sim.FisheyeCameraCfg(distortion=sim.OpenCvFisheyeDistortionCfg(**values)))


def test_a_camera_with_an_intrinsic_matrix_projects_like_it(stage):
    """The frustum that USD computes for the camera sends points to the pixels that the matrix sends them to."""
    width, height = 640, 480
    f_x, f_y, c_x, c_y = 500.0, 450.0, 300.0, 260.0
    cfg = sim.PinholeCameraCfg.from_intrinsic_matrix([f_x, 0, c_x, 0, f_y, c_y, 0, 0, 1], width, height)
    frustum = UsdGeom.Camera(sim.spawn("/World/Camera", cfg)).GetCamera(0).frustum
    for x, y, z in [(0.1, 0.2, 1.0), (-0.5, 0.3, 2.0), (0.0, 0.0, 3.0)]:  # right, down, ahead
        eye = Gf.Vec3d(x, -y, -z)
        ndc = frustum.ComputeProjectionMatrix().Transform(eye)
        column, row = (ndc[0] + 1) / 2 * width, (1 - ndc[1]) / 2 * height
        np.testing.assert_allclose((column, row), (f_x * x / z + c_x, f_y * y / z + c_y), rtol=1e-5)  # single precision


@pytest.mark.parametrize(
    "matrix, message",
    [([1.0] * 8, "has 8 numbers"), ([1, 0.5, 0, 0, 1, 0, 0, 0, 1], "no skew"), ([0.0] * 9, "positive")],
)
def test_malformed_intrinsic_matrices_are_refused(matrix, message):
    with pytest.raises(ValueError, match=message):
        sim.PinholeCameraCfg.from_intrinsic_matrix(matrix, 640, 480)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"clipping_range": (1.0, 0.5)}, "clipping range"),
        ({"focal_length": 0.0}, "focal_length is 0.0"),
        ({"vertical_aperture": -1.0}, "vertical_aperture is -1.0"),
    ],
)
def test_cameras_that_see_nothing_are_refused(stage, change, message):
    with pytest.raises(ValueError, match=message):
        sim.spawn("/World/Camera", sim.PinholeCameraCfg(**change))


def test_frames_for_sensors_are_empty(stage):
    prim = sim.spawn("/World/Frame", sim.SensorFrameCfg(), translation=(1.0, 0.0, 0.0))
    assert prim.GetTypeName() == "Xform"
    assert not prim.GetChildren()


@pytest.mark.parametrize("cfg", [sim.MdlFileCfg(mdl_path="{NVIDIA}/Steel.mdl"), sim.GlassMdlCfg()])
def test_materials_of_omniverse_become_preview_surfaces_with_a_warning(stage, cfg, caplog):
    with caplog.at_level(logging.WARNING, "pippin"):
        cfg.func("/World/Looks/m", cfg)
    assert "/World/Looks/m" in caplog.text
    surface = UsdShade.Material(stage.GetPrimAtPath("/World/Looks/m")).ComputeSurfaceSource()[0]
    assert surface.GetIdAttr().Get() == "UsdPreviewSurface"


def test_materials_give_their_shader_with_what_they_were_given(stage):
    cfg = sim.GlassMdlCfg(glass_color=(0.0, 1.0, 0.0), thin_walled=False, glass_ior=1.5)
    prim = cfg.func("/World/Looks/glass", cfg)
    assert prim.GetTypeName() == "Shader"
    given = [prim.GetAttribute(f"inputs:{name}").Get() for name in ("glass_color", "thin_walled", "glass_ior")]
    assert given == [Gf.Vec3f(0.0, 1.0, 0.0), False, 1.5]
    cfg = sim.PreviewSurfaceCfg(diffuse_color=(1.0, 0.0, 0.0))
    assert cfg.func("/World/Looks/red", cfg).GetAttribute("inputs:diffuseColor").Get() == Gf.Vec3f(1.0, 0.0, 0.0)


def test_physically_based_materials_have_their_colour_and_roughness(stage):
    cfg = sim.PbrMdlCfg(diffuse_color_constant=(0.1, 0.6, 0.2), reflection_roughness_constant=0.9)
    shader = UsdShade.Shader(cfg.func("/World/Looks/green", cfg))
    assert shader.GetInput("diffuseColor").Get() == Gf.Vec3f(0.1, 0.6, 0.2)
    assert shader.GetInput("roughness").Get() == pytest.approx(0.9)


def test_lights_without_radius_are_so_for_omniverse_too(stage):
    prim = sim.spawn("/World/Lamp", sim.SphereLightCfg(treat_as_point=True))
    assert prim.GetAttribute("treatAsPoint").Get() is True
    assert prim.GetAttribute("inputs:treatAsPoint").Get() is True
