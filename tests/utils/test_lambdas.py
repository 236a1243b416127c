"""Lambdas as texts: what is evaluated is what Python makes of them, and all else is refused."""

from __future__ import annotations

import math

import pytest
import torch

from pippin.utils.callables import callable_to_string, string_to_callable
from pippin.utils.config_dict import to_dict
from pippin.utils.configclass import configclass

TAKEN = {
    "lambda x: x + 1": lambda x: x + 1,
    "lambda x: -x ** 2 / 3 // 1 % 5": lambda x: -(x**2) / 3 // 1 % 5,
    "lambda x: x > 0 and x < 10": lambda x: x > 0 and x < 10,
    "lambda x: 0 < x <= 4 or not x": lambda x: 0 < x <= 4 or not x,
    "lambda x: (x, [x, 'a'], None)[1][0:1]": lambda x: (x, [x, "a"], None)[1][0:1],
    "lambda x: 'far' if x in (3, 4) else 'near'": lambda x: "far" if x in (3, 4) else "near",
    "lambda x, scale=2.0: x * scale": lambda x, scale=2.0: x * scale,
}


@pytest.mark.parametrize("text", TAKEN)
@pytest.mark.parametrize("value", [-2, 0, 3, 11])
def test_a_text_is_evaluated_as_python_does(text: str, value: int) -> None:
    assert string_to_callable(text)(value) == TAKEN[text](value)


def test_tensors_are_computed_with_and_elements_compared() -> None:
    values = torch.tensor([-1.0, 2.0])
    torch.testing.assert_close(string_to_callable("lambda x: 2 * x[..., None] + 1")(values), 2 * values[:, None] + 1)
    assert string_to_callable("lambda x: (x > 0) & (x < 3)")(values).tolist() == [False, True]


def test_arguments_are_given_by_name_and_refused_if_unknown() -> None:
    function = string_to_callable("lambda x, scale=2.0: x * scale")
    assert function(x=3.0, scale=1.0) == 3.0
    for args, kwargs in (((), {}), ((1.0, 2.0, 3.0), {}), ((1.0,), {"other": 1.0})):
        with pytest.raises(TypeError, match="it takes"):
            function(*args, **kwargs)


@pytest.mark.parametrize(
    "text",
    [
        'lambda x: __import__("os").system("id")',
        "lambda x: x.__class__",
        "lambda x: (lambda: 1)()",
        "lambda x: (y := 1)",
        "lambda x: [y for y in x]",
        "lambda x: f'{x}'",
        "lambda x: other",
        "lambda *x: x",
        "lambda x: b'a'",
    ],
)
def test_what_would_run_code_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="Unsafe lambda expression"):
        string_to_callable(text)


@pytest.mark.parametrize("text", ["lambda x", "lambda x: 1; 2", "lambda x: 1, 2", f"lambda x: {'+1' * 600}"])
def test_what_is_no_lambda_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no lambda|expected 1000 at most"):
        string_to_callable(text)


@pytest.mark.parametrize("text", ["lambda x: 9 ** 9 ** 9", "lambda x: 1 << 10 ** 9", "lambda x: 'a' * 10 ** 9"])
def test_no_text_fills_the_memory(text: str) -> None:
    with pytest.raises(ValueError, match="A lambda of a text"):
        string_to_callable(text)(0)


def test_the_source_of_a_lambda_is_written_as_it_stands() -> None:
    pair = (lambda x: x**2, lambda x: math.sqrt(x) + len("a # b"))  # a comment, and two in one line
    assert [callable_to_string(each) for each in pair] == ["lambda x: x**2", 'lambda x: math.sqrt(x) + len("a # b")']
    again = string_to_callable(callable_to_string(pair[0]))
    assert again(3) == 9
    assert callable_to_string(again) == "lambda x: x**2"


def test_configs_take_texts_of_lambdas_and_keep_lambdas_themselves() -> None:
    @configclass
    class CurveCfg:
        curve: object = lambda x: x

    cfg = CurveCfg()
    assert to_dict(cfg)["curve"] is cfg.curve
    cfg.from_dict({"curve": "lambda x: 3 * x"})
    assert cfg.curve(2) == 6
